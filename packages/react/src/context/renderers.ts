import type { ComponentType } from 'react';
import type { RendererProps } from './renderer-props.ts';

export type { RendererProps };

/** Components by the `custom_name` of the messages that they show. */
export type Renderers = Readonly<Record<string, ComponentType<RendererProps>>>;
