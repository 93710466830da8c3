/** Keeps what fails in one part of the page from taking the rest with it. */
import { Component, type ReactNode } from "react";

interface Props {
  /** What stands in for the part; told what it failed with. */
  fallback: (error: unknown) => ReactNode;
  /** When it changes, the part gets another chance. */
  resetKey?: string;
  children: ReactNode;
}

interface State {
  failure: { error: unknown } | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (this.state.failure && resetKey !== this.props.resetKey) this.setState({ failure: null });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
