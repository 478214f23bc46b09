// Requests one after the other: the socket may bring a view before its request is answered, and what the reader does on seeing it
// must not be lost.

export class RequestQueue {
  busy = $state(false);
  #latest: Promise<void> = Promise.resolve();
  readonly #names = new Set<string>();

  /** Runs it after those before it. What has a name waits there once, however often it is pressed. */
  add(run: () => Promise<void>, name = ""): Promise<void> {
    if (name && this.#names.has(name)) return this.#latest;
    if (name) this.#names.add(name);
    this.busy = true;
    const latest: Promise<void> = this.#latest
      .catch(() => undefined)
      .then(run)
      .finally(() => {
        this.#names.delete(name);
        if (this.#latest === latest) this.busy = false;
      });
    this.#latest = latest;
    return latest;
  }
}
