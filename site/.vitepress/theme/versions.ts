import { useData } from 'vitepress';
import { computed, defineComponent, h, onMounted, shallowRef } from 'vue';
import type { Versions } from '../../versions.ts';

/** What the site has, which an older page cannot know. Without it, as in a preview, there is only this version. */
const site = shallowRef<Versions>();

/** The path of this version is that of the site and the version's folder. */
function useVersions() {
  const data = useData();
  const folder = computed(() => data.site.value.base.split('/').at(-2) ?? '');
  const root = computed(() => data.site.value.base.slice(0, -`${folder.value}/`.length));
  onMounted(async () => {
    if (site.value !== undefined) return;
    const response = await fetch(`${root.value}versions.json`);
    if (response.ok) site.value = (await response.json()) as Versions;
  });
  const page = computed(() => data.page.value.relativePath.replace(/\.md$/, '.html'));
  return { folder, root, page };
}

/** Opens the same page of another version, or its home page if it has no such page. */
async function open(root: string, folder: string, page: string): Promise<void> {
  const address = `${root}${folder}/${page}`;
  const { ok } = await fetch(address, { method: 'HEAD' });
  location.assign(ok ? address : `${root}${folder}/`);
}

export const VersionSwitch = defineComponent(() => {
  const { folder, root, page } = useVersions();
  return () => {
    const versions = site.value?.versions ?? [{ folder: folder.value, version: folder.value }];
    return h(
      'select',
      {
        class: 'version-switch',
        'aria-label': 'Version',
        value: folder.value,
        onChange: ({ target }: Event) =>
          void open(root.value, (target as HTMLSelectElement).value, page.value),
      },
      versions.map((one) => h('option', { value: one.folder }, one.version)),
    );
  };
});

/** On each page of a version that is not the newest release. */
export const VersionNotice = defineComponent(() => {
  const { folder, root, page } = useVersions();
  return () => {
    const latest = site.value?.latest ?? folder.value;
    if (latest === folder.value) return null;
    const link = h('a', { href: `${root.value}latest/${page.value}`, target: '_self' }, 'the latest release');
    return h('aside', { class: 'version-notice', 'aria-label': 'Version' }, [
      `This is the documentation of version ${folder.value}. Read that of `,
      link,
      '.',
    ]);
  };
});
