import { blocksOf } from '../../../server/test/docs/code-blocks.ts';
import { pageOf, type SitePage } from '../site.ts';
import { readGuide } from './project.ts';

const README = 'packages/react/README.md';
const GUIDE = 'docs/guides/react.md';

/** How an example names the connection: it is a property of the component that the example is about, or stands around a single element. */
const COMPONENT = /^(?:export )?function (\w+)\(\{ client \}/m;
const ELEMENT = /^(<ChatApp\b.*?\/>);?$/ms;

/** Pages with the examples of the README and of the guide as somebody has them who copies them, by where they are. */
export function examplesFor(url: string): Record<string, SitePage> {
  const styles = {
    [README]: `body { margin: 0 } ${cssOf(README)}`,
    [GUIDE]: readGuide(GUIDE, {}).files.get('src/index.css') ?? '',
  };
  return Object.fromEntries(
    Object.entries(styles).flatMap(([page, css]) =>
      blocksOf(page)
        .filter(({ language, code }) => language === 'tsx' && /<(ChatApp|Thread)\b/.test(code))
        .map(({ line, code }) => [nameOf(page, line), { text: pageOf(appOf(code, url)), css }]),
    ),
  );
}

/** A name that can be the first part of an address. */
const nameOf = (page: string, line: number) => `${page.split('/').at(-1)}-${line}`;

const cssOf = (page: string) =>
  blocksOf(page)
    .flatMap(({ language, code }) => (language === 'css' ? [code] : []))
    .join('\n');

/** The module, with an `App` around what it shows unless it has one. */
function appOf(code: string, url: string): string {
  const connected = code.replaceAll(/https:\/\/chat\.example\.com|http:\/\/127\.0\.0\.1:7700/g, url);
  if (/function App\(/.test(code)) return connected;
  const [, component] = COMPONENT.exec(code) ?? [];
  const [, element] = ELEMENT.exec(code) ?? [];
  const shown = component === undefined ? element : `<${component} client={client} />`;
  if (shown === undefined) throw new Error(`What does this show?\n${code}`);
  const names = /import \{[^}]*\bChatApp\b/.test(code) ? 'useConnect' : 'ChatApp, useConnect';
  return `${component === undefined ? code.replace(ELEMENT, '') : code}
    import { ${names} } from '@palaver/react';
    import '@palaver/react/styles.css';
    const tokenProvider = async () => (await fetch('/chat-token', { method: 'POST' })).text();
    function App() {
      const client = useConnect({ url: '${url}', tokenProvider });
      return <div style={{ height: '100dvh' }}>${shown}</div>;
    }`;
}
