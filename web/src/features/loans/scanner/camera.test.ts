import { describe, expect, test } from 'vitest';
import { cameraMessage, openCamera } from './camera.ts';

describe('a camera that does not start', () => {
  test.each([
    ['NotAllowedError', 'Camera access denied. Please allow camera permissions and try again.'],
    ['SecurityError', 'Camera access denied. Please allow camera permissions and try again.'],
    ['NotFoundError', 'No camera found on this device.'],
    ['OverconstrainedError', 'No camera found on this device.'],
    ['NotReadableError', 'Camera is already in use by another application.'],
    ['AbortError', 'Failed to start camera'],
  ])('with %s is explained as the desk knows it', (name, message) => {
    expect(cameraMessage(new DOMException('', name))).toBe(message);
  });

  test('for an unknown reason is still explained', () => {
    expect(cameraMessage('nothing useful')).toBe('Failed to start camera');
  });

  test('on an insecure address, where browsers have no cameras, fails like any other', async () => {
    const message = await openCamera(undefined).catch(cameraMessage);
    expect(message).toBe('Failed to start camera');
  });
});
