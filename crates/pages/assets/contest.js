// @ts-check
/** The hall of a contest. Without it all is there at once. */

export {};
const timers = [...document.querySelectorAll("time")].filter((timer) => timer.dataset.left);
setInterval(() => timers.forEach((timer) => {
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
  steps[shown - 1]?.scrollIntoView();
};
if (steps.length) {
  show(0);
  document.querySelector("[data-next]")?.addEventListener("click", () => show(shown + 1));
  document.querySelector("[data-all]")?.addEventListener("click", () => show(steps.length));
  addEventListener("keydown", ({ key }) => {
    if (key === "ArrowRight") show(shown + 1);
    if (key === "ArrowLeft") show(shown - 1);
    if (key === "End") show(steps.length);
  });
}

const { body } = document, pause = Number(body.dataset.refreshed) * 1000;
if (pause) setInterval(async () => {
  const answer = await fetch(location.href).catch(() => undefined), main = document.querySelector("main");
  body.toggleAttribute("data-cut", !answer?.ok);
  if (!answer?.ok || !main) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (now && now.innerHTML !== main.innerHTML) main.replaceWith(now);
}, pause);
