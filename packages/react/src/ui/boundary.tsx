import { Component, type ReactNode } from 'react';
import { useTexts } from '../texts/language.ts';

interface BoundaryProps {
  children: ReactNode;
  instead?: ReactNode;
}

/** Confines rendering errors to this part of the page. `instead`: what is shown in its place. */
export class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return this.props.instead ?? <Failure />;
  }
}

function Failure() {
  const texts = useTexts();
  return (
    <p className="pv-empty" role="alert">
      <b>{texts.somethingWrong}</b>{' '}
      <button type="button" className="pv-button" onClick={() => location.reload()}>
        {texts.loadAgain}
      </button>
    </p>
  );
}
