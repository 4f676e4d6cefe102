// @ts-check
/** The hall of a contest: timers count down, a draw is shown lot by lot, the wall is up to date. Without it all is there at once. */

export {};
const timers = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-left]"));
if (timers.length) setInterval(() => timers.forEach((timer) => {
  const left = Math.max(0, Math.round(Number(timer.dataset.left) - performance.now() / 1000));
  timer.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}), 500);

const steps = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"));
let shown = 0;
const show = (/** @type {number} */ count) => {
  shown = Math.max(0, Math.min(steps.length, count));
  steps.forEach((step, at) => {
    step.hidden = at >= shown;
    step.classList.toggle("now", at === shown - 1);
  });
  steps[shown - 1]?.scrollIntoView({ block: "center" });
};
if (steps.length) {
  show(0);
  document.querySelector("[data-next]")?.addEventListener("click", () => show(shown + 1));
  document.querySelector("[data-all]")?.addEventListener("click", () => show(steps.length));
  addEventListener("keydown", ({ key }) => {
    const to = /** @type {Record<string, number>} */ ({ ArrowRight: shown + 1, ArrowLeft: shown - 1, End: steps.length, Home: 0 })[key];
    if (to !== undefined) show(to);
  });
}

const { body } = document, pause = Number(body.dataset.refreshed) * 1000;
if (pause) setInterval(async () => {
  const answer = await fetch(location.href).catch(() => undefined), main = document.querySelector("main");
  // Cut off: what is there stays, and is marked as old.
  body.toggleAttribute("data-cut", !answer?.ok);
  if (!answer?.ok || !main) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (now && now.innerHTML !== main.innerHTML) main.replaceWith(now);
}, pause);
