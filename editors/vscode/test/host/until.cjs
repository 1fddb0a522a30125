/** What `look` sees, once that is something. */
exports.until = async function until(what, look, milliseconds = 120_000) {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
