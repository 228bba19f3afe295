/** One message plays at a time. */
export function pauseOthers(player: HTMLMediaElement): void {
  const root = player.getRootNode() as Document | ShadowRoot;
  for (const other of root.querySelectorAll<HTMLMediaElement>('.pv audio, .pv video'))
    if (other !== player) other.pause();
}
