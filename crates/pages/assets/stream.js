// @ts-check
/** One stream for everything on the page that lives, open while the page is seen. */
import { lang } from "./words.js";

/**
 * @typedef {{run: boolean, turn: number, left?: number | null}} Face
 * @typedef {{n: number, by: string | null, m: string, us: number | null, says?: string[], tones?: string, looks?: [string, string][],
 *   add?: [string, string][], on?: number[], off?: number[], view?: string | null, tray?: string | null}} Step
 * @typedef {{g: string, c?: [Face, Face], s?: Step[], e?: string, v?: number}} Told
 * @typedef {{game?: string, event?: string, hall?: string, since?: string,
 *   over?: boolean, told: (kind: string, told: Told, id: string) => void, cut: (since: Date | null) => void}} Follower
 */

/** @type {Set<Follower>} */
const followers = new Set();
/** @type {EventSource | undefined} */
let stream;
/** @type {Date | null} */
let since = null;
/** @type {number | undefined} */
let wait;

const kinds = ["steps", "over", "whole", "table", "hall"];

const address = () => {
  const games = [], events = [], query = new URLSearchParams({ lang });
  for (const one of followers) {
    if (one.game && !one.over) games.push(`${one.game}@${one.since}`);
    if (one.event) events.push(`${one.event}@${one.since}`);
    if (one.hall !== undefined) query.set("hall", one.hall);
  }
  if (games.length) query.set("games", games.join(","));
  if (events.length) query.set("events", events.join(","));
  return `/live?${query}`;
};

const close = () => {
  clearTimeout(wait);
  wait = undefined;
  stream?.close();
  stream = undefined;
};

const open = () => {
  close();
  if (document.hidden || ![...followers].some((one) => !one.over)) return;
  const now = (stream = new EventSource(address()));
  now.onopen = () => {
    since = null;
    for (const one of followers) one.cut(null);
  };
  // The browser would come back with the address of long ago.
  now.onerror = () => {
    close();
    since ??= new Date();
    for (const one of followers) one.cut(since);
    wait = setTimeout(open, 1000 + 4000 * Math.random());
  };
  for (const kind of kinds) {
    now.addEventListener(kind, (event) => {
      /** @type {Told} */
      const told = JSON.parse(event.data);
      for (const one of [...followers]) {
        const meant = kind === "hall" ? one.hall !== undefined : kind === "table" ? one.event === told.e : one.game === told.g;
        if (!meant) continue;
        one.over = kind === "over";
        one.told(kind, told, event.lastEventId);
      }
      // The server ends a stream on which nothing can follow: that is no cut.
      if (![...followers].some((one) => !one.over)) close();
    });
  }
};

/** Opens the stream anew once all who come and go together have done so. */
const soon = () => {
  clearTimeout(wait);
  wait = setTimeout(open, 0);
};

/** @param {Follower} follower */
export const follow = (follower) => {
  followers.add(follower);
  soon();
};

/** @param {Follower} follower */
export const leave = (follower) => {
  if (followers.delete(follower)) soon();
};

document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => event.persisted && open());
