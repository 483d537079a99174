/** The client's own words. Everything about the game comes from the server, in the reader's language. */

const en = {
  turn: "Your turn",
  actions: "Actions",
  cancel: "Cancel",
  choices: "{n} choices",
  sending: "Sending…",
  lost: "Connection lost. Trying again in {s} s.",
  trying: "Connection lost. Trying now…",
  closed: "The server closed the connection.",
  tryNow: "Try now",
  newBuild: "A new version is here.",
  reload: "Load it",
  log: "Log",
  chat: "Talk",
  write: "Write to {channel}",
  send: "Send",
  nameFirst: "Choose a name to join in the talk",
  phrases: "Phrases",
  mute: "Mute {name}",
  unmute: "Hear {name} again",
  close: "Close",
  menu: "Menu",
  why: "Why?",
  rule: "Rule {clause}",
  readMore: "Read in the rulebook",
  noClause: "The rule text could not be fetched.",
  sound: "Sound",
  on: "on",
  off: "off",
  hint: "Give me a hint",
  undo: "Ask to take back",
  pause: "Ask for a pause",
  resume: "Resume",
  rematch: "Play again",
  resign: "Resign",
  resignAsk: "Give up this match?",
  resignYes: "Yes, resign",
  resignNo: "Keep playing",
  takeback: "Take my seat back from the bot",
  point: "Point it out",
  rules: "Rulebook",
  fair: "Fair deal",
  keys: "Keys",
  away: "away",
  gone: "gone",
  bot: "a bot plays",
  watchers: "{n} watching",
  missed: "{n} steps happened while you were away.",
  showMissed: "Show them",
  stepOf: "Step {n} of {m}",
  now: "Back to now",
  first: "First",
  back: "Back",
  play: "Play",
  stop: "Stop",
  forward: "Forward",
  last: "Last",
  speed: "Speed",
  link: "Copy link to this step",
  copied: "Copied",
  copyThis: "Copy this:",
  skip: "Skip the tour",
  tour: "{n} of {m}",
  over: "The match is over",
  look: "Look at the table",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  zoomFit: "Show all",
  days: "{d} d {h} h",
  keyList:
    "A: list of actions · 1–9: choose · arrows: move on the board · Enter: do it · Esc: cancel · H: help on what has the focus · L: log · C: talk · + − 0: zoom",
};

/** @type {typeof en} */
const ja = {
  turn: "あなたの番",
  actions: "行動",
  cancel: "やめる",
  choices: "選択肢 {n}",
  sending: "送信中…",
  lost: "接続が切れました。{s} 秒後に再接続します。",
  trying: "接続が切れました。再接続しています…",
  closed: "サーバーが接続を閉じました。",
  tryNow: "今すぐ試す",
  newBuild: "新しい版があります。",
  reload: "読み込む",
  log: "記録",
  chat: "会話",
  write: "{channel}に書く",
  send: "送る",
  nameFirst: "名前を決めると会話に加われます",
  phrases: "定型文",
  mute: "{name} の発言を隠す",
  unmute: "{name} の発言を戻す",
  close: "閉じる",
  menu: "メニュー",
  why: "なぜ？",
  rule: "規則 {clause}",
  readMore: "ルールブックで読む",
  noClause: "規則の文を取得できませんでした。",
  sound: "音",
  on: "あり",
  off: "なし",
  hint: "ヒントを見る",
  undo: "待ったを頼む",
  pause: "中断を頼む",
  resume: "再開する",
  rematch: "もう一度遊ぶ",
  resign: "投了する",
  resignAsk: "この対局を投了しますか？",
  resignYes: "投了する",
  resignNo: "続ける",
  takeback: "ボットから席を取り戻す",
  point: "仲間に指し示す",
  rules: "ルールブック",
  fair: "公平な配り",
  keys: "キー操作",
  away: "離席中",
  gone: "切断",
  bot: "ボットが代打ち",
  watchers: "観戦 {n} 人",
  missed: "離れている間に {n} 手進みました。",
  showMissed: "見る",
  stepOf: "{m} 手中 {n} 手目",
  now: "現在に戻る",
  first: "最初",
  back: "一手戻る",
  play: "再生",
  stop: "停止",
  forward: "一手進む",
  last: "最後",
  speed: "速さ",
  link: "この手へのリンクを写す",
  copied: "写しました",
  copyThis: "これを写してください：",
  skip: "案内を終える",
  tour: "{n} / {m}",
  over: "対局終了",
  look: "盤面を見る",
  zoomIn: "拡大",
  zoomOut: "縮小",
  zoomFit: "全体",
  days: "{d} 日 {h} 時間",
  keyList:
    "A：行動の一覧・1–9：選ぶ・矢印：盤上を動く・Enter：決める・Esc：やめる・H：説明・L：記録・C：会話・+ − 0：拡大縮小",
};

/** @type {Record<string, typeof en>} */
export const catalogues = { en, ja };
const words = catalogues[document.documentElement.lang.slice(0, 2)] ?? en;

/**
 * @param {keyof typeof en} key
 * @param {Record<string, string | number>} [fill]
 */
export function word(key, fill = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => String(fill[name] ?? ""));
}

/**
 * Build an element. Text is text: nothing here parses HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | ((ev: Event) => void)>} [attrs]
 * @param {...(Node | string | null)} kids
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attrs = {}, ...kids) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value === "function") e.addEventListener(name, value);
    else if (value === true) e.setAttribute(name, "");
    else if (value !== false) e.setAttribute(name, value);
  }
  e.append(...kids.filter((k) => k !== null));
  return e;
}

/** @param {string} id */
export const $ = (id) => document.getElementById(id);
