// Makes several bounded calls in one eth_call without `to`: runs as creation code and returns the answers in place of a contract.
//
// Input, behind the code:  target (20 bytes) | answer cap (2) | data length (2) | data ...
// Output: chain id (8) | block number (8) | timestamp (8) | answer ...
// Answer: status (1) | length (2) | bytes
// Status: 0 no code, 1 answered, 2 reverted, 3 used up its gas, 5 not reached
object "Probe" {
  code {
    let end := codesize()
    let out := 128
    // Answers are capped at 24,576 bytes by every chain (EIP-170); the input stays behind them.
    let scratch := 32768
    let height := number()
    if eq(chainid(), 42161) {
      mstore(scratch, shl(224, 0xa3b1b31d)) // ArbSys.arbBlockNumber()
      if staticcall(gas(), 100, scratch, 4, scratch, 32) { if gt(returndatasize(), 31) { height := mload(scratch) } }
    }
    mstore(out, shl(192, chainid()))
    mstore(add(out, 8), shl(192, height))
    mstore(add(out, 16), shl(192, timestamp()))
    let p := add(out, 24)

    for { let at := datasize("Probe") } lt(at, end) {} {
      codecopy(scratch, at, 24)
      let head := mload(scratch)
      let target := shr(96, head)
      let cap := and(shr(80, head), 0xffff)
      let size := and(shr(64, head), 0xffff)
      codecopy(scratch, add(at, 24), size)
      at := add(add(at, 24), size)

      let status := 0
      let length := 0
      if extcodesize(target) {
        let before := gas()
        status := 5
        // The cap with its 64/63, and 200 gas for each byte of an answer of some kilobytes.
        if gt(before, 1330000) {
          switch staticcall(300000, target, scratch, size, 0, 0)
          case 0 {
            status := 2
            if iszero(returndatasize()) { if gt(sub(before, gas()), 290000) { status := 3 } }
          }
          default {
            status := 1
            length := returndatasize()
            if gt(length, cap) { length := cap }
            returndatacopy(add(p, 3), 0, length)
          }
        }
      }
      mstore8(p, status)
      mstore8(add(p, 1), shr(8, length))
      mstore8(add(p, 2), length)
      p := add(add(p, 3), length)
    }
    return(out, sub(p, out))
  }
}
