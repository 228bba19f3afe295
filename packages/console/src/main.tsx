import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Playground } from './playground/playground.tsx';
import './styles/index.css';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Playground />
    </StrictMode>,
  );
}
