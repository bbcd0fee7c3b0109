import { renderToStaticMarkup } from 'react-dom/server';
import { LoginScreen } from '../src/features/session/login-screen.tsx';

const errorNotice = /<div role="alert".*?SIGN_IN_ERROR<\/div><\/div>/s;

/**
 * The sign-in page's first render. It has an error notice as a template, which the server fills
 * when the address names an error.
 */
export function loginMarkup(): string {
  const markup = renderToStaticMarkup(
    <div className="before-scripts">
      <LoginScreen productName="Keydesk" signInName="Google" success={null} error="SIGN_IN_ERROR" />
    </div>,
  );
  if (!errorNotice.test(markup)) throw new Error('The sign-in page has no place for an error');
  return markup.replace(
    errorNotice,
    (notice) => `<template data-sign-in-error>${notice}</template>`,
  );
}
