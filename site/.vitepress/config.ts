import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../packages/server/reference/markdown.ts';
import { withFirstView } from '../first-view.ts';
import { repositoryLinks } from '../links.ts';
import { descriptionOf, EXCLUDED, HOME, navigation, placeOf, ROOT, readFeatures, sidebar } from '../pages.ts';
import { withPolicy } from '../policy.ts';
import { emptyHeadings } from '../tables.ts';

const repository = process.env.SITE_REPOSITORY || undefined;

export default defineConfig({
  title: 'Palaver',
  description: 'Chat for your own app, on your own servers',
  lang: 'en',
  srcDir: '..',
  srcExclude: EXCLUDED,
  rewrites: placeOf,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  cacheDir: 'node_modules/.cache',
  markdown: {
    languageAlias: { haproxy: 'ini' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Links have the anchors that GitHub gives to headings.
    anchor: { slugify: anchorOf },
    config(md) {
      repositoryLinks(md, repository);
      emptyHeadings(md);
      const { fence } = md.renderer.rules;
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info = '', content = '' } = tokens[index] ?? {};
        if (info.trim() === 'mermaid') return `<Drawing source="${encodeURIComponent(content)}"></Drawing>\n`;
        return fence?.(tokens, index, ...rest) ?? '';
      };
      // Pages are Markdown, not templates of Vue.
      const render = md.render.bind(md);
      md.render = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
    },
  },
  themeConfig: {
    nav: navigation(),
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
    footer: { message: 'Palaver is free software under the Apache License 2.0.' },
  },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  transformPageData(page) {
    const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
    if (page.filePath === HOME) {
      page.frontmatter.features = readFeatures(read('README.md'));
      return;
    }
    const text = read(page.filePath);
    page.description = descriptionOf(text);
    // A page without an outline worth its room, such as the tables of settings, is wider instead.
    page.frontmatter.aside = (text.match(/^## /gm) ?? []).length > 1;
  },
  transformHtml: (html, _id, { page, siteData }) =>
    withPolicy(withFirstView(html, `${siteData.base}${page.replace(/\.md$/, '.html')}`)),
});
