// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {DigitalRights} from "../../src/DigitalRights.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";

/// @notice Makes, signs and sends vouchers: what the server and the app do together.
abstract contract SignedCalls is Test {
    struct Buy {
        address account;
        uint256 usdtAmount;
        uint256 drgvAmount;
        uint256 drgvPrice;
        uint256 machineCount;
        uint256 nonce;
        uint256 deadline;
    }

    struct Activate {
        address account;
        uint256[] machineIDs;
        uint256 drgvAmount;
        uint256 drgvPrice;
        uint256 period;
        uint256 nonce;
        uint256 deadline;
    }

    struct Withdraw {
        address account;
        uint256 amount;
        uint256 burnAmount;
        uint256 orderId;
        uint256 nonce;
        uint256 deadline;
    }

    uint256 internal constant DRGV_PRICE = 0.1e18;
    uint256 internal constant SIGNER_KEY = 0xA11CE;
    uint256 internal constant STANDBY_KEY = 0x57AD;

    DigitalRights internal rights;
    WithdrawalVault internal vault;
    WithdrawalVault internal deflationVault;
    WithdrawalVault internal nodeVault;

    /// @dev A purchase at 80 USDT and 200 DRGV a machine.
    function buyOf(address account, uint256 machineCount) internal view returns (Buy memory) {
        return Buy({
            account: account,
            usdtAmount: 80e18 * machineCount,
            drgvAmount: 200e18 * machineCount,
            drgvPrice: DRGV_PRICE,
            machineCount: machineCount,
            nonce: rights.nonces(account),
            deadline: block.timestamp + 10 minutes
        });
    }

    function activateOf(address account, uint256[] memory ids, uint256 period) internal view returns (Activate memory) {
        return Activate({
            account: account,
            machineIDs: ids,
            drgvAmount: ids.length * period * 6e18,
            drgvPrice: DRGV_PRICE,
            period: period,
            nonce: rights.nonces(account),
            deadline: block.timestamp + 10 minutes
        });
    }

    function withdrawOf(address account, uint256 amount) internal view returns (Withdraw memory) {
        return Withdraw({
            account: account,
            amount: amount,
            burnAmount: amount * 5 / 100,
            orderId: vault.lastOrderId(account) + 1,
            nonce: vault.nonces(account),
            deadline: block.timestamp + 10 minutes
        });
    }

    function idsOf(uint256 purchaseId, uint256 count) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](count);
        for (uint256 i = 0; i < count; ++i) {
            ids[i] = (purchaseId << 7) | i;
        }
    }

    /// @dev Worked out from the requirement's words, not from the contract's constants.
    function digestOf(Buy memory v) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "BuyMachine(address account,uint256 usdtAmount,uint256 DRGVAmount,uint256 DRGVPrice,uint256 machineCount,uint256 nonce,uint256 deadline)"
        );
        return _digest(address(rights), "DigitalRights", keccak256(abi.encode(typeHash, v)));
    }

    function digestOf(Activate memory v) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "ActivateMachine(address account,uint256[] machineIDs,uint256 DRGVAmount,uint256 DRGVPrice,uint256 Period,uint256 nonce,uint256 deadline)"
        );
        bytes32 ids = keccak256(abi.encodePacked(v.machineIDs));
        bytes memory fields =
            abi.encode(typeHash, v.account, ids, v.drgvAmount, v.drgvPrice, v.period, v.nonce, v.deadline);
        return _digest(address(rights), "DigitalRights", keccak256(fields));
    }

    function digestOf(Withdraw memory v) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "WithdrawDR(address account,uint256 amount,uint256 burnAmount,uint256 orderId,uint256 nonce,uint256 deadline)"
        );
        return _digest(address(vault), "WithdrawalVault", keccak256(abi.encode(typeHash, v)));
    }

    function sign(bytes32 digest) internal pure returns (bytes memory) {
        return signWith(SIGNER_KEY, digest);
    }

    function signWith(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function send(Buy memory v) internal {
        send(v, sign(digestOf(v)));
    }

    function send(Buy memory v, bytes memory signature) internal {
        vm.prank(v.account);
        rights.buyMachine(v.usdtAmount, v.drgvAmount, v.drgvPrice, v.machineCount, v.deadline, signature);
    }

    function send(Activate memory v) internal {
        send(v, sign(digestOf(v)));
    }

    function send(Activate memory v, bytes memory signature) internal {
        vm.prank(v.account);
        rights.activateMachine(v.machineIDs, v.drgvAmount, v.drgvPrice, v.period, v.deadline, signature);
    }

    function send(Withdraw memory v) internal {
        send(v, sign(digestOf(v)));
    }

    function send(Withdraw memory v, bytes memory signature) internal {
        vm.prank(v.account);
        vault.withdrawDR(v.amount, v.burnAmount, v.orderId, v.deadline, signature);
    }

    function _digest(address verifier, string memory name, bytes32 structHash) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256("1"),
                block.chainid,
                verifier
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }
}
