/** Error messages and the texts shown instead of them; any other message is shown as it is. */
const friendly: Readonly<Record<string, string>> = {
  'Network Error': 'Unable to connect to the server. Please check your internet connection.',
  ERR_NETWORK: 'Network connection failed. Please try again.',
  'No internet connection': 'No internet connection. Please check your network.',
  'Invalid credentials': 'The email or password you entered is incorrect.',
  'User already exists': 'An account with this email already exists.',
  'User not found': 'No account found with this email address.',
  'Invalid or expired verification code': 'The verification code is invalid or has expired.',
  'Invalid or expired reset token': 'The password reset link is invalid or has expired.',
  'All fields are required': 'Please fill in all required fields.',
  'Email is required': 'Please enter your email address.',
  'Password is required': 'Please enter your password.',
  'Name is required': 'Please enter your name.',
  'Server error': 'Something went wrong on our end. Please try again later.',
  'Internal server error': 'Server is temporarily unavailable. Please try again later.',
};

const friendlyByLowerCase = new Map(
  Object.entries(friendly).map(([message, text]) => [message.toLowerCase(), text]),
);

/** The text to show for a message from the server or the network. */
export function friendlyMessage(message: string | null | undefined): string {
  const text = message?.trim();
  return text
    ? (friendlyByLowerCase.get(text.toLowerCase()) ?? text)
    : 'An unexpected error occurred';
}

/** The details of an error as what they may be; empty if they are no object at all. */
export function detailsAs<T>(details: unknown): Partial<T> {
  return typeof details === 'object' && details !== null ? (details as Partial<T>) : {};
}
