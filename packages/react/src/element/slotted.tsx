import { useId } from 'react';
import type { RendererProps } from '../context/renderer-props.ts';
import type { Renderers } from '../context/renderers.ts';
import { useBrowserLayoutEffect } from '../hooks/use-latest.ts';
import type { MessageRenderers } from './message-renderers.ts';

/** Components that show what the functions of a page return, in slots of the element. */
export function renderersIn(host: HTMLElement, given: MessageRenderers): Renderers {
  const componentOf = (render: MessageRenderers[string]) =>
    // biome-ignore lint/correctness/noComponentHookFactories: it runs once for the renderers that the page gives
    function Slotted({ payload, message, thread }: RendererProps) {
      const name = useId();
      useBrowserLayoutEffect(() => {
        const shown = render({ payload, message, thread });
        shown.slot = name;
        host.append(shown);
        return () => shown.remove();
      }, [name, payload, message, thread]);
      return <slot name={name} />;
    };
  return Object.fromEntries(Object.entries(given).map(([name, render]) => [name, componentOf(render)]));
}
