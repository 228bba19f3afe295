import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import { Drawing } from './drawing.ts';
import { VersionNotice, VersionSwitch } from './versions.ts';
import './style.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Drawing', Drawing);
  },
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-title-after': () => h(VersionSwitch),
      'doc-before': () => h(VersionNotice),
    }),
};

export default theme;
