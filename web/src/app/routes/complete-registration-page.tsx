export const CompleteRegistrationPage = () => null;
