const MAX_SIDE_PX = 1280;
const TIMEOUT_MS = 5_000;

/** A picture of the first frame of a video; undefined where the platform cannot make one. */
export async function posterOf(file: Blob): Promise<Blob | undefined> {
  if (!file.type.startsWith('video/') || typeof document === 'undefined') return undefined;
  const video = Object.assign(document.createElement('video'), {
    muted: true,
    playsInline: true,
    preload: 'auto',
  });
  const url = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = reject;
      setTimeout(reject, TIMEOUT_MS);
      video.src = url;
    });
    return await drawn(video);
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function drawn(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((poster) => resolve(poster ?? undefined), 'image/jpeg', 0.8));
}
