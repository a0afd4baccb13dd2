// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

/// @notice The chain's history of block hashes (EIP-2935), which Forge's own chain does not keep.
abstract contract BlockHistory is Test {
    address private constant HISTORY = 0x0000F90827F1C53a10cb7A02335B175320002935;
    uint256 private constant KEPT = 8_191;
    /// @dev The contract's code as the EIP publishes it.
    bytes private constant CODE =
        hex"3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500";

    /// @dev Has the history say `hash` of a block, as long as it keeps that one.
    function _remember(uint256 number, bytes32 hash) internal {
        vm.etch(HISTORY, CODE);
        vm.store(HISTORY, bytes32(number % KEPT), hash);
    }
}
