// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @title Something that happens very often
/// @notice Emits ERC-20 `Transfer` events, as a busy token does, without the storage a token needs.
contract EventSource {
    event Transfer(address indexed from, address indexed to, uint256 value);

    /// @param first Value of the first event; the next has one more. Accounts differ from event to event.
    function emitTransfers(uint256 first, uint256 count) external {
        for (uint256 value = first; value < first + count; value++) {
            address from = address(uint160(uint256(keccak256(abi.encode(value)))));
            address to = address(uint160(uint256(keccak256(abi.encode(~value)))));
            emit Transfer(from, to, value);
        }
    }
}
