import type { Mermaid } from 'mermaid';
import { useData, withBase } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref, useTemplateRef, watch } from 'vue';

/** The narrowest that a drawing becomes before its figure scrolls, in pixels. */
const READABLE_WIDTH = 600;

let drawn = 0;

/**
 * Shows the source of a drawing until it is drawn in the colours of the page. Mermaid needs a browser to measure texts, so it draws here, and
 * only pages with a drawing load it (`site/drawings.ts`).
 */
export const Drawing = defineComponent(
  ({ source }: { source: string }) => {
    const { isDark } = useData();
    const text = decodeURIComponent(source);
    const figure = useTemplateRef<HTMLElement>('figure');
    const isDrawn = ref(false);
    let isGone = false;

    async function draw(): Promise<void> {
      const module = withBase('/mermaid/mermaid.js');
      const { default: mermaid } = (await import(/* @vite-ignore */ module)) as { default: Mermaid };
      const dark = isDark.value;
      mermaid.initialize({ startOnLoad: false, theme: dark ? 'dark' : 'neutral', fontFamily: 'inherit' });
      drawn += 1;
      const { svg } = await mermaid.render(`drawing-${drawn}`, text);
      // (The page may have changed its colours, or been left, in the meantime.)
      if (isGone || dark !== isDark.value || figure.value === null) return;
      figure.value.innerHTML = svg;
      const picture = figure.value.querySelector('svg');
      if (picture !== null)
        picture.style.minWidth = `${Math.min(READABLE_WIDTH, Number.parseFloat(picture.style.maxWidth))}px`;
      isDrawn.value = true;
    }

    onMounted(draw);
    watch(isDark, draw);
    onBeforeUnmount(() => {
      isGone = true;
    });
    return () => [
      h('figure', {
        ref: 'figure',
        class: 'drawing',
        hidden: !isDrawn.value,
        tabindex: 0,
        'aria-label': 'Drawing',
      }),
      isDrawn.value ? null : h('pre', { class: 'drawing-source', tabindex: 0 }, text),
    ];
  },
  { props: ['source'] },
);
