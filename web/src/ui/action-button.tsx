import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { useOnlineOnly } from './online-only.ts';

/** A button for what only the server can do; without a connection it waits and says why. */
export const ActionButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props} {...useOnlineOnly(props)} />
);

/** The same as an icon. */
export const ActionIconButton = (props: ComponentProps<typeof IconButton>) => (
  <IconButton {...props} {...useOnlineOnly(props)} />
);
