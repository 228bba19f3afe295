import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepToken } from './playground/access.ts';
import { Playground } from './playground/playground.tsx';
import '@palaver/react/styles.css';
import './styles/base.css';
import './styles/playground.css';

keepToken();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Playground />
    </StrictMode>,
  );
}
