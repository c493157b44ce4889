/** Whether the board is used with fingers alone, so that keys need not be mentioned. */
export function onlyTouch(): boolean {
  return (
    typeof matchMedia === 'function' && matchMedia('(hover: none) and (pointer: coarse)').matches
  );
}
