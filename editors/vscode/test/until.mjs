const limit = 300_000;

/**
 * Polls `look` until it gives something true, and returns that; fails after five minutes saying what was waited for. Minutes in which it has
 * polled: time in which a busy machine has let nothing run does not count.
 */
export async function until(what, look, milliseconds = limit) {
  let waited = 0;
  for (;;) {
    const from = Date.now();
    const seen = await look();
    if (seen) return seen;
    if (waited > milliseconds) throw new Error(`waited ${milliseconds / 1000} s in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    waited += Math.min(Date.now() - from, 6000);
  }
}
