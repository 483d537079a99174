/**
 * The worker of the site: shows a page of its own where there is no connection, and brings "your turn" to a page that is
 * open already. It keeps that page and its styles; it never keeps a table, a match or anything that people wrote.
 */
const KEPT = "taku-offline {static}";
const OFFLINE = "/offline";
const FILES = [OFFLINE, "{static}/taku.css"];

self.addEventListener("install", (ev) => {
  ev.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (ev) => {
  const old = (name) => name.startsWith("taku-offline") && name !== KEPT;
  ev.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (ev) => {
  if (ev.request.mode === "navigate") ev.respondWith(fetch(ev.request).catch(() => caches.match(OFFLINE)));
  else if (ev.request.url.endsWith(FILES[1]))
    ev.respondWith(fetch(ev.request).catch(() => caches.match(FILES[1])));
});

self.addEventListener("notificationclick", (ev) => {
  ev.notification.close();
  const { href } = ev.notification.data;
  ev.waitUntil(
    self.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((page) => page.url === href);
      return there ? there.focus() : self.clients.openWindow(href);
    }),
  );
});
