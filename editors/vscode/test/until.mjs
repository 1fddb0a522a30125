const limit = 60_000;

/** Polls `look` until it gives something true, and returns that; fails after a minute saying what was waited for. */
export async function until(what, look, milliseconds = limit) {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > deadline) throw new Error(`waited ${milliseconds / 1000} s in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
