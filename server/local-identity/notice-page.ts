import { html } from './html.ts';
import { page } from './page.ts';

interface Notice {
  readonly title: string;
  readonly text: string;
  /** For whoever operates this computer: what the provider objected to. */
  readonly detail?: string;
}

/** An interaction that is over: finished, abandoned, or too old. */
export const signInEnded: Notice = {
  title: 'This sign-in has ended',
  text: 'It was finished, given up, or left open for too long. Nothing is lost: simply start again.',
};

/** A request that cannot be answered, with the provider's own words for it. */
export const signInImpossible = (detail?: string): Notice => ({
  title: 'Sign-in could not continue',
  text: 'Something was not as expected. Please start again.',
  ...(detail && { detail }),
});

/** A friendly dead end with the one way onwards. */
export const noticePage = (notice: Notice, productName: string): string =>
  page(
    notice.title,
    productName,
    html`<section class="card notice">
<h1>${notice.title}</h1>
<p class="lead">${notice.text}</p>
${notice.detail && html`<p class="detail">${notice.detail}</p>`}
<a class="primary" href="/login">Back to sign-in</a>
</section>`,
  );
