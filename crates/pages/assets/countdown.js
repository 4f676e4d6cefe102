// @ts-check
/** Timers of a hall: what is left of each counts down by itself. Without it the page says until when each runs. */

const began = performance.now();

/** @param {HTMLElement} timer whose `data-left` was the time left in seconds when the page was made */
function tick(timer) {
  const left = Math.max(0, Math.round(Number(timer.dataset.left) - (performance.now() - began) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (timer.textContent !== text) timer.textContent = text;
  timer.classList.toggle("warn", left === 0);
}

const timers = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-left]"));
if (timers.length > 0) setInterval(() => document.hidden || timers.forEach(tick), 250);
