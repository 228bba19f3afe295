import { Component, type ReactNode } from 'react';

/** Confines rendering errors to this part of the page. */
export class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <p className="empty" role="alert">
        <b>Something went wrong here.</b>{' '}
        <button type="button" className="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </p>
    );
  }
}
