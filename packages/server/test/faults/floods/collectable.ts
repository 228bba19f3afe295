/* Loaded before a flooded server: at SIGUSR2 it collects garbage, so that its metrics tell what is still referenced. */
process.on('SIGUSR2', () => globalThis.gc?.());
