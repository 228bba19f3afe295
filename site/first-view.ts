/**
 * Puts a page into the state that the theme gives it only once its script runs: the bar beside the sidebar, and the groups open that have the
 * page. Otherwise both move while somebody begins to read. `address`: the path of the page on its host.
 */
export function withFirstView(html: string, address: string): string {
  const hasSidebar = html.includes('<aside class="VPSidebar"');
  return html
    .replaceAll(/<section class="VPSidebarItem[^"]*"/g, (tag, at: number) => {
      // The first link of a section is its own.
      const [, link] = /\shref="([^"]*)"/.exec(html.slice(at, at + 2_000)) ?? [];
      const isOpen = tag.includes(' has-active') || link === address;
      return isOpen ? tag.replace(/ collapsed(?=[ "])/, '') : tag;
    })
    .replace('<div class="VPNavBar"', `<div class="VPNavBar${hasSidebar ? ' has-sidebar' : ''} top"`);
}
