import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepToken } from './playground/access.ts';
import { Playground } from './playground/playground.tsx';
import './styles/index.css';

keepToken();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Playground />
    </StrictMode>,
  );
}
