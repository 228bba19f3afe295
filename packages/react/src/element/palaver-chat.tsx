import { type Chat, connect, type PalaverError, type TokenProvider } from '@palaver/client';
import { createRoot, type Root } from 'react-dom/client';
import type { Attachment } from '../context/attachment.ts';
import type { Contact } from '../context/contact.ts';
import type { MapUrl } from '../context/map-url.ts';
import type { Renderers } from '../context/renderers.ts';
import styles from './element.css';
import { ElementChat } from './element-chat.tsx';
import { focusField } from './focus-field.ts';
import type { MessageRenderers } from './message-renderers.ts';
import { ScrollPlaces } from './scroll-places.ts';
import { renderersIn } from './slotted.tsx';

declare global {
  interface HTMLElementTagNameMap {
    'palaver-chat': PalaverChat;
  }
  interface HTMLElementEventMap {
    /** The connection of a `<palaver-chat>` has ended for good, with this error. */
    signedout: CustomEvent<PalaverError>;
  }
}

/** Each is also a property. */
const ATTRIBUTES = ['url', 'language', 'theme', 'density', 'thread', 'animations'] as const;
const PROPERTIES = [
  ...ATTRIBUTES,
  ...(['tokenProvider', 'client', 'contacts', 'attachments', 'renderers', 'pictureHosts', 'mapUrl'] as const),
];

/** (A server that imports this has no elements.) */
const Base = typeof HTMLElement === 'function' ? HTMLElement : (class {} as typeof HTMLElement);

let sheet: CSSStyleSheet | undefined;

/** One for all elements of the page. Content security policies do not concern it. */
function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  return sheet;
}

/**
 * `<palaver-chat>`: the chat of one user, for pages without React. It connects when it is in the page and has a `url` and a `tokenProvider`,
 * or shows the `client` that it is given.
 */
export class PalaverChat extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;
  readonly #shadow = this.attachShadow({ mode: 'open' });
  #root: Root | undefined;
  #places: ScrollPlaces | undefined;
  /** The connection that the element has opened itself. */
  #own: { url: string; client: Chat } | undefined;
  #tokenProvider: TokenProvider | undefined;
  #client: Chat | undefined;
  #contacts: readonly Contact[] = [];
  #attachments: readonly Attachment[] = [];
  #renderers: MessageRenderers = {};
  #pictureHosts: readonly string[] | undefined;
  #mapUrl: MapUrl | undefined;
  /** The components for `#renderers`: the same until those change. */
  #components: Renderers = {};
  #isDue = false;
  /** The connection that is shown, and how many there were. */
  #shown: Chat | undefined;
  #users = 0;

  /** Gets a token of the signed-in user from your back end. Another function takes its place; `undefined` ends the connection. */
  get tokenProvider(): TokenProvider | undefined {
    return this.#tokenProvider;
  }

  set tokenProvider(provider: TokenProvider | null | undefined) {
    // Another one after this may be that of another user.
    if (provider === null || provider === undefined) this.#disconnect();
    this.#tokenProvider = provider ?? undefined;
    this.#change();
  }

  /** A connection of the SDK that the page has, in place of `url` and `tokenProvider`. The element does not close it. */
  get client(): Chat | undefined {
    return this.#client;
  }

  set client(client: Chat | null | undefined) {
    this.#client = client ?? undefined;
    this.#change();
  }

  /** Users that are suggested where a chat is started. */
  get contacts(): readonly Contact[] {
    return this.#contacts;
  }

  set contacts(contacts: readonly Contact[]) {
    this.#contacts = contacts;
    this.#change();
  }

  /** What the composer offers to send, beside files. */
  get attachments(): readonly Attachment[] {
    return this.#attachments;
  }

  set attachments(attachments: readonly Attachment[]) {
    this.#attachments = attachments;
    this.#change();
  }

  /** How the page's own kinds of messages are shown, by `custom_name`. */
  get renderers(): MessageRenderers {
    return this.#renderers;
  }

  set renderers(renderers: MessageRenderers) {
    this.#renderers = renderers;
    this.#components = renderersIn(this, renderers);
    this.#change();
  }

  /** The hosts from which pictures and videos are loaded, beside the server; `undefined`, the default: all. */
  get pictureHosts(): readonly string[] | undefined {
    return this.#pictureHosts;
  }

  set pictureHosts(hosts: readonly string[] | null | undefined) {
    this.#pictureHosts = hosts ?? undefined;
    this.#change();
  }

  /** Returns the address of a page that shows a place on a map; `undefined`, the default: only phones show places. */
  get mapUrl(): MapUrl | undefined {
    return this.#mapUrl;
  }

  set mapUrl(mapUrl: MapUrl | null | undefined) {
    this.#mapUrl = mapUrl ?? undefined;
    this.#change();
  }

  /** The address of the server. */
  get url(): string {
    return this.getAttribute('url') ?? '';
  }

  set url(url: string | null | undefined) {
    this.#reflect('url', url);
  }

  /** A BCP 47 tag. English by default, and for languages that have no texts. */
  get language(): string {
    return this.getAttribute('language') ?? '';
  }

  set language(language: string | null | undefined) {
    this.#reflect('language', language);
  }

  /** `light` or `dark`; by default, what the browser prefers. */
  get theme(): string {
    return this.getAttribute('theme') ?? '';
  }

  set theme(theme: string | null | undefined) {
    this.#reflect('theme', theme);
  }

  /** `comfortable`, the default, or `compact`. */
  get density(): string {
    return this.getAttribute('density') ?? '';
  }

  set density(density: string | null | undefined) {
    this.#reflect('density', density);
  }

  /** `play`: pictures that move play by themselves, unless the user prefers reduced motion. */
  get animations(): string {
    return this.getAttribute('animations') ?? '';
  }

  set animations(animations: string | null | undefined) {
    this.#reflect('animations', animations);
  }

  /** The id of a thread, to show only this one, without the chat list. */
  get thread(): string {
    return this.getAttribute('thread') ?? '';
  }

  set thread(id: string | null | undefined) {
    this.#reflect('thread', id);
  }

  /** Gives the focus to the message field, as soon as it is there. */
  override focus(options?: FocusOptions): void {
    focusField(this.#shadow, options);
  }

  connectedCallback(): void {
    for (const name of PROPERTIES) this.#upgrade(name);
    if (this.#root !== undefined) this.#places?.restore();
    this.#change();
  }

  /** The browser moves the element without forgetting anything (`moveBefore`), and calls this in place of the other two. */
  connectedMoveCallback(): void {}

  /** A move takes the element out of the page and puts it back in the same task: only after it, it is known to be gone. */
  disconnectedCallback(): void {
    setTimeout(() => {
      if (!this.isConnected) this.#end();
    });
  }

  attributeChangedCallback(): void {
    this.#change();
  }

  /** The page may have set a property before the element was defined: it hides the one of this class. */
  #upgrade(name: (typeof PROPERTIES)[number]): void {
    if (!Object.hasOwn(this, name)) return;
    const value: unknown = Reflect.get(this, name);
    Reflect.deleteProperty(this, name);
    Reflect.set(this, name, value);
  }

  #reflect(name: (typeof ATTRIBUTES)[number], value: string | null | undefined): void {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  /** Several changes in a row are one. */
  #change(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) this.#show();
    });
  }

  #show(): void {
    this.#connect();
    const { language, theme, density, thread, animations } = this;
    const client = this.#client ?? this.#own?.client;
    if (client !== this.#shown) this.#users += 1;
    this.#shown = client;
    this.#root ??= this.#begin();
    this.#root.render(
      <ElementChat
        client={client}
        user={this.#users}
        contacts={this.#contacts}
        attachments={this.#attachments}
        renderers={this.#components}
        pictureHosts={this.#pictureHosts}
        mapUrl={this.#mapUrl}
        language={language}
        theme={theme === 'light' || theme === 'dark' ? theme : undefined}
        density={density === 'compact' ? density : undefined}
        playsAnimations={animations === 'play'}
        threadId={thread}
        onSignedOut={this.#signedOut}
      />,
    );
  }

  readonly #signedOut = (error: PalaverError) => {
    this.dispatchEvent(new CustomEvent('signedout', { detail: error }));
  };

  #begin(): Root {
    this.#shadow.adoptedStyleSheets = [styleSheet()];
    this.#places = new ScrollPlaces(this.#shadow);
    return createRoot(this.#shadow);
  }

  #end(): void {
    this.#root?.unmount();
    this.#root = undefined;
    this.#places?.end();
    this.#disconnect();
  }

  /** Opens the element's own connection, or another one for another address. */
  #connect(): void {
    const { url } = this;
    const isWanted = this.#client === undefined && url !== '' && this.#tokenProvider !== undefined;
    if (isWanted && this.#own?.url === url) return;
    this.#disconnect();
    if (!isWanted) return;
    const tokenProvider: TokenProvider = () => {
      if (this.#tokenProvider === undefined) throw new Error('The tokenProvider was taken away.');
      return this.#tokenProvider();
    };
    const storage = storageOfPage();
    this.#own = { url, client: connect({ url, tokenProvider, ...(storage && { storage }) }) };
  }

  #disconnect(): void {
    this.#own?.client.close();
    this.#own = undefined;
  }
}

/** Where unsent messages outlast the page; undefined if the browser keeps nothing. */
function storageOfPage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
