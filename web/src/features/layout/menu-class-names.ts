/** Class names shared by the menus of the top bar. */
export const menuPopupClassName =
  'min-w-56 origin-(--transform-origin) rounded-2xl border border-line bg-raised p-1.5 shadow-float outline-none transition duration-150 ease-out-soft data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0';

export const menuItemClassName =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.625rem] px-3 text-[0.9375rem] outline-none select-none data-highlighted:bg-sunken [&_svg]:size-4.5 [&_svg]:text-muted';
