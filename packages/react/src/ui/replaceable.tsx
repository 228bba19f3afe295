import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react';

type Replacements = Readonly<Record<string, ComponentType<never> | undefined>>;

const ReplacementsContext = createContext<Replacements>({});
export const ReplacementsProvider = ReplacementsContext.Provider;

/**
 * A part of the chat, in place of which an app can put its own component: the one of this name in the `parts` of `<Chat>`. Inside that
 * component the part is ours again, so that it can be wrapped.
 */
export function replaceable<Props extends object>(name: string, Ours: ComponentType<Props>) {
  function Part(props: Props) {
    const Theirs = useContext(ReplacementsContext)[name] as ComponentType<Props> | undefined;
    if (Theirs === undefined) return <Ours {...props} />;
    return (
      <Without name={name}>
        <Theirs {...props} />
      </Without>
    );
  }
  Part.displayName = name;
  return Part;
}

function Without({ name, children }: { name: string; children: ReactNode }) {
  const replacements = useContext(ReplacementsContext);
  const others = useMemo(() => ({ ...replacements, [name]: undefined }), [replacements, name]);
  return <ReplacementsProvider value={others}>{children}</ReplacementsProvider>;
}
