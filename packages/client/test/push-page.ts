/** What the pages of {@link PushSite} have as `window.palaver`. */
export { connect } from '../src/index.ts';
export { webPush } from '../src/web-push/index.ts';
