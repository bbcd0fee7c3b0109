import { readFileSync } from 'node:fs';

export function closingLine(unitReport, browserReport) {
  const unit = read(unitReport);
  const browser = read(browserReport)?.stats;
  const passed = sum(unit?.numPassedTests, browser?.expected, browser?.flaky);
  const failed = sum(unit?.numFailedTests, browser?.unexpected);
  const skipped = sum(unit?.numPendingTests, unit?.numTodoTests, browser?.skipped);
  const again = sum(browser?.flaky);
  return [
    `${passed} passed, ${failed} failed`,
    again > 0 && `${again} only at the second try`,
    skipped > 0 && `${skipped} skipped`,
  ]
    .filter(Boolean)
    .join(', ');
}

function sum(...counts) {
  return counts.reduce((total, count) => total + (count ?? 0), 0);
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
