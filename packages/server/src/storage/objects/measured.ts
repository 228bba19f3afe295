import type { Metrics } from '../../platform/metrics.ts';
import type { Objects } from './objects.ts';

type Operation = 'put' | 'get' | 'remove' | 'remove_all' | 'changed_at';

/** The same store, with metrics of its operations. The time of a `get` ends where its content begins. */
export function measured(objects: Objects, metrics: Metrics): Objects {
  const time = metrics.addDurations(
    'palaver_object_duration_seconds',
    'Operations of the store of files, by result: ok or failed.',
    ['operation', 'result'],
  );
  const timed = async <Result>(operation: Operation, run: Promise<Result>): Promise<Result> => {
    const beganAt = performance.now();
    let result = 'failed';
    try {
      const done = await run;
      result = 'ok';
      return done;
    } finally {
      time({ operation, result }, (performance.now() - beganAt) / 1_000);
    }
  };
  return {
    put: (key, content) => timed('put', objects.put(key, content)),
    get: (key, range) => timed('get', objects.get(key, range)),
    remove: (key) => timed('remove', objects.remove(key)),
    removeAll: (folder) => timed('remove_all', objects.removeAll(folder)),
    list: (folder) => objects.list(folder),
    changedAt: (key) => timed('changed_at', objects.changedAt(key)),
    linkTo: (key, options) => objects.linkTo(key, options),
    check: () => objects.check(),
    close: () => objects.close(),
  };
}
