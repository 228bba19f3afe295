import { Component, type ReactNode } from 'react';
import { useTexts } from '../texts/language.ts';

/** Confines rendering errors to this part of the page. */
export class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <Failure />;
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
