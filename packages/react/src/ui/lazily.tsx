import { type ComponentType, useEffect, useState } from 'react';
import { useLatest } from '../hooks/use-latest.ts';
import { useTexts } from '../texts/language.ts';
import { useReport } from './notices.tsx';

/**
 * A component whose code is loaded when it is first shown; until then, nothing is. If that fails, as it does offline, the user reads so, and
 * `onClose` runs.
 */
export function lazily<Props extends { onClose?: () => void }>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: it runs once in a module
  return function Lazy(props: Props) {
    const [Shown, setShown] = useState(() => loaded);
    const { notLoaded } = useTexts();
    const report = useReport();
    const fail = useLatest(() => {
      props.onClose?.();
      throw new Error(notLoaded);
    });
    useEffect(() => {
      if (loaded !== undefined) return;
      const show = (component: ComponentType<Props>) => {
        loaded = component;
        setShown(() => component);
      };
      report(load().then(show, fail));
    }, [report, fail]);
    return Shown === undefined ? null : <Shown {...props} />;
  };
}
