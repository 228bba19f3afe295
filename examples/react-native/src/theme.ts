import { useColorScheme } from 'react-native';

const LIGHT = {
  background: '#ffffff',
  raised: '#f1f3f5',
  line: '#dee2e6',
  text: '#1a1c1e',
  faint: '#5f6b76',
  accent: '#0b6bcb',
  onAccent: '#ffffff',
  danger: '#b3261e',
  online: '#2b8a3e',
};

const DARK: typeof LIGHT = {
  background: '#121416',
  raised: '#1f2327',
  line: '#31373d',
  text: '#e6e9ec',
  faint: '#9aa5b1',
  accent: '#4a9eed',
  onAccent: '#06121d',
  danger: '#ff8a80',
  online: '#69db7c',
};

/** The colours of the system's appearance. */
export const useColors = () => (useColorScheme() === 'dark' ? DARK : LIGHT);
