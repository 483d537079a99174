/**
 * The worker of the site, and "your turn" by the system's notification: asked for only when somebody taps for it, and
 * shown only while the page is hidden.
 */
import { word } from "./words.js";

const KEY = "taku.notify";

if ("serviceWorker" in navigator && document.body.dataset.build)
  addEventListener("load", () => void navigator.serviceWorker.register("/worker.js").catch(() => null));

export const canNotify = () => "Notification" in window && "serviceWorker" in navigator;

export const notifies = () =>
  canNotify() && Notification.permission === "granted" && localStorage.getItem(KEY) === "1";

/** Turn it on, by asking if need be, or off. */
export async function setNotifies(on = !notifies()) {
  if (on && Notification.permission !== "granted" && (await Notification.requestPermission()) !== "granted") return false;
  localStorage.setItem(KEY, on ? "1" : "0");
  return on;
}

/** @param {string} title */
export async function notifyTurn(title) {
  if (!document.hidden || !notifies()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(word("turn"), {
    body: title,
    icon: "/icon.png",
    tag: location.pathname,
    data: { href: location.href },
  });
}
