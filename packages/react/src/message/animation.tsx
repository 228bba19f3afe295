import { useState } from 'react';
import { useSetup } from '../context/chat-context.ts';
import { useTexts } from '../texts/language.ts';
import { Icon } from '../ui/icon.tsx';
import { useReducedMotion } from '../ui/use-reduced-motion.ts';

interface Addresses {
  url: string | undefined;
  thumbnail: string | undefined;
}

/**
 * Whether a picture that moves is played: if the user says so, or if the app does and the user has no objection to motion. Only a picture with
 * a still thumbnail can be stopped. `initial`: what the user has chosen elsewhere.
 */
export function useAnimation(isAnimated: boolean, { url, thumbnail }: Addresses, initial?: boolean) {
  const { playsAnimations } = useSetup();
  const isCalm = useReducedMotion();
  const [wanted, setWanted] = useState(initial);
  const canStop = isAnimated && thumbnail !== undefined && thumbnail !== url;
  const isPlaying = canStop && (wanted ?? (playsAnimations && !isCalm));
  return { canStop, isPlaying, wanted, toggle: () => setWanted(!isPlaying) };
}

interface AnimationButtonProps {
  name: string;
  isPlaying: boolean;
  onClick: () => void;
}

/** The badge on a picture that moves. */
export function AnimationButton({ name, isPlaying, onClick }: AnimationButtonProps) {
  const texts = useTexts();
  return (
    <button
      type="button"
      className="pv-animation"
      aria-label={texts.play(name)}
      aria-pressed={isPlaying}
      onClick={onClick}
    >
      <Icon name={isPlaying ? 'pause' : 'play'} /> GIF
    </button>
  );
}
