import { kinds } from '../cost';

/** Told apart without seeing colours well (Okabe and Ito), on light and dark ground. */
export const colours: Record<(typeof kinds)[number], string> = { computation: '#0072b2', overhead: '#6e6e6e', communication: '#e69f00', wait: '#cc79a7' };
